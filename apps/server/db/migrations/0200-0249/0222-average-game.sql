-- Whether the team with a bye plays against the average of the league's scores instead, in draft leagues.
ALTER TABLE leagues ADD COLUMN average_game boolean NOT NULL DEFAULT false;
