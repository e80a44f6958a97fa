-- At which version a seat was asked: analysts looked for the decision in the middle of a step, where there is none.

comment on column decisions.version is 'The version of the event with which the decision began, as in its id; more events of its step may follow.';
comment on column decisions.made_version is 'The version of the first event of what it did; `offered` is of the version right before.';
