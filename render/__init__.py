"""What the games look like: views in, picture bytes out, no input or output of its own."""
