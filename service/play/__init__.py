"""Tables as they are played at: the engine, the clock, house players."""
