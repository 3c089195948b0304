"""What workers do: each function takes what was sent, checked already, and gives plain data."""
