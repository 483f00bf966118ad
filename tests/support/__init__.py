"""Helpers of the tests: independent checks that share no code with the solver."""
