"""Everything that is written into channels without somebody waiting for it as an answer."""
