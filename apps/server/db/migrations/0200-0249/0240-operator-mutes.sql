-- Until when a mute that an operator gave holds, which the league's moderators cannot shorten.
ALTER TABLE league_conversation_members ADD COLUMN operator_muted_until timestamptz;
