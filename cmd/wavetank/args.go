package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"wavetank/chain/strategy/yamldoc"
)

// The checks of arguments and flags say in the command's own words what is
// wrong; those of the libraries speak of args, parsers and syntax.

// noArgs refuses any argument.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !c.HasParent() {
		var names []string
		for _, sub := range c.Commands() {
			names = append(names, sub.Name())
		}
		return fmt.Errorf("no command %q (%s)", args[0], hintOr(args[0], names, "see: wavetank --help"))
	}
	return fmt.Errorf("%s takes no argument, got %q", c.Name(), args[0])
}

// oneOf takes one of the names, or none.
func oneOf(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > 1 {
			return fmt.Errorf("%s takes one argument, got %d", c.Name(), len(args))
		}
		for _, a := range args {
			if near := yamldoc.DidYouMean(a, names); !slices.Contains(names, a) {
				return fmt.Errorf("%s %s: %s", c.Name(), a, hintText(near, names))
			}
		}
		return nil
	}
}

func hintText(near string, names []string) string {
	out := "it may be " + strings.Join(names, ", ")
	if near != "" {
		out += " (" + near + ")"
	}
	return out
}

// count takes so many arguments, of which one is said to be something.
func count(least, most int, what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return fmt.Errorf("%s needs %s; see: %s --help", c.Name(), what, c.CommandPath())
		case len(args) > most:
			return fmt.Errorf("%s takes %s, got %d", c.Name(), what, len(args))
		}
		return nil
	}
}

func hintOr(word string, names []string, or string) string {
	if near := yamldoc.DidYouMean(word, names); near != "" {
		return near
	}
	return or
}

// flagError says what is wrong with a flag, and where the flags are listed.
func flagError(c *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var unknown *pflag.NotExistError
	see := "see: " + c.CommandPath() + " --help"
	switch {
	case errors.As(err, &value):
		f := value.GetFlag()
		return fmt.Errorf("--%s %s: expected %s", f.Name, value.GetValue(), flagForms[f.Value.Type()])
	case errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1:
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		name := unknown.GetSpecifiedName()
		if near := yamldoc.Nearest(name, names); near != "" {
			see = "did you mean --" + near + "?"
		}
		return fmt.Errorf("unknown flag: --%s (%s)", name, see)
	}
	return fmt.Errorf("%w (%s)", err, see)
}

// flagForms say what values of a flag's type look like.
var flagForms = map[string]string{
	"int":      "a whole number",
	"uint64":   "a whole number from 0 to 18446744073709551615",
	"duration": "a duration like 90s or 30m: a number and its unit, ns, us, ms, s, m or h",
	"bool":     "true or false",
}

// allowFiles adds the flag of commands that read documents.
func allowFiles(fl *pflag.FlagSet, into *[]string) {
	fl.StringArrayVar(into, "allow-files", nil, "let documents name files of `DIR`; repeatable (default those of their\nown folder alone)")
}
