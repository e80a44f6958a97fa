"""The audit of a log: everything that it has is checked against chain, signatures and rules, by all cores of a machine.

`streams` checks one stream of events, `tables` what a table's must be, `lanes` a lane with all its streams,
`forks` and `rounds` compare streams with others, `processes` audits all lanes; `cursor` is how far an audit has come,
and `report` what it says.
"""
