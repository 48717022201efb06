"""Who plays, where and when: the Discord bot."""
