"""Tables as they are played at: the engine, the clock, house players.

    engine         Engine.execute(table_id, command, key) -> outcome: head, clock steps, decide, append, fold, tell
    stream         one table in memory: the last snapshot, the end of the chain, the keys it knows
    memory         the streams that are in memory, in at most a number of bytes
    reading        a stream read from the log, from its newest checkpoint on
    rows           what a step changes in the store: events, when the table is due, its row in the lobby
    clock          records the clock steps that tables owe; `backoff`: the tables that it could do nothing for
    host_clock     the time of this host, compared with that of the log's server
    house_players  their moves, in fair turns (`round_robin`), at their pace (`house_pace`)

The clock and the house players hand commands to the engine as the resources of HTTP do.
"""
