"""Computer opponents: one folder a game. A player sees a view and cannot cheat by type."""
