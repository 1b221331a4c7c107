-- Whether to mail results of claims, trades and changes of squads in draft leagues.
ALTER TABLE notification_preferences ADD COLUMN draft_mails boolean NOT NULL DEFAULT false;
