-- Tokens are listed in pages: there is one for each player at least.

create index token_age on token (created_at, hash);
