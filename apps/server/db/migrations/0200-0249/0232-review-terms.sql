-- By which rules an accepted trade is reviewed, and which teams had a manager in which role: as it was when it was accepted.
-- Null before, and for trades that were accepted before this column existed.
ALTER TABLE draft_trades ADD COLUMN review_terms jsonb;
