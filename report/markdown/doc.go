// Package markdown writes for pull requests: the screen's figures as Markdown, a report
// to commit, and the summary of a job.
package markdown
