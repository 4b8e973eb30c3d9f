"""What the end to end tests are made of: the program, its output as a value, and checkers that are tested themselves."""
