-- Each row is updated once, by its round's publication: with room on its page no index has to follow.
ALTER TABLE league_matches SET (fillfactor = 60);
