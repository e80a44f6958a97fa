-- The number of a deal before the first one: in Honors No. IV a seat may have to open it, which is a decision.

comment on column games.deals is 'The number of its last deal; 0: none began.';
comment on column decisions.deal is 'The number of the deal, from 1; 0: none had begun.';
