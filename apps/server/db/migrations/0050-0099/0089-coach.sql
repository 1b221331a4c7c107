-- What a manager set for the coach's suggestions, for every season.
CREATE TABLE coach_preferences (
	user_id int PRIMARY KEY REFERENCES users ON DELETE CASCADE,
	-- Whether the panel on the team screen is switched off.
	is_hidden boolean NOT NULL DEFAULT false,
	aim text NOT NULL DEFAULT 'season' CHECK (aim IN ('season', 'round', 'money'))
);

-- Players whom a manager keeps, does not want, or waits for. A player is on one list at most; `priority` orders the wait
-- list, the most wanted first.
CREATE TABLE coach_players (
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	season_id int NOT NULL,
	player_id int NOT NULL,
	list text NOT NULL CHECK (list IN ('keep', 'ban', 'wait')),
	priority smallint NOT NULL CHECK (priority > 0),
	PRIMARY KEY (user_id, season_id, player_id),
	FOREIGN KEY (season_id, player_id) REFERENCES players ON DELETE CASCADE
);
CREATE INDEX coach_players_player ON coach_players (season_id, player_id);
