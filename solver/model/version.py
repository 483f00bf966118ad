"""The version of this program, as output names it."""

VERSION = "0.1.0"
