-- Mails of round results: a choice of their own, and the token of the link in them that turns them off.
ALTER TABLE notification_preferences ADD COLUMN result_mails boolean NOT NULL DEFAULT false,
	ADD COLUMN mail_token uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE;

-- One mail per user and round, created with the round's notices and put into the outbox once.
CREATE TABLE result_mails (
	user_id int NOT NULL REFERENCES users ON DELETE CASCADE,
	season_id int NOT NULL,
	round_id int NOT NULL,
	created_at timestamptz NOT NULL,
	queued_at timestamptz,
	PRIMARY KEY (user_id, season_id, round_id),
	FOREIGN KEY (season_id, round_id) REFERENCES rounds ON DELETE CASCADE
);
CREATE INDEX result_mails_waiting ON result_mails (created_at) WHERE queued_at IS NULL;
