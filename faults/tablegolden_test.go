package faults

// tableGoldens are the hashes of the sample laws' tables, from linux/amd64. Change
// them only when the tables of a law are meant to change.
var tableGoldens = map[string]uint64{
	"constant":        0x64b0ba10c530f49d,
	"empirical":       0xd17a7dd1573d5784,
	"exponential":     0x9b60c2a0e20df53c,
	"gamma":           0xe7d54f9bb5f49db5,
	"gilbert_elliott": 0x7287f7b77087245,
	"lognormal":       0x2d17f74721664e96,
	"mixture":         0x15dbef4e586e048b,
	"stream":          0x69acb4f5f06e10f2,
	"uniform":         0xc81e08ed75e616d3,
	"weibull":         0xee8db613a60d49ff,
}
