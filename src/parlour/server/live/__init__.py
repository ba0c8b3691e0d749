"""Tables in this process: who is connected, what bots play, what other processes wrote."""
