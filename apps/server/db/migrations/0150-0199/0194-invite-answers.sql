-- Who answered an invitation: a mailed link can be followed with an account that has another address.
ALTER TABLE league_invites ADD COLUMN answered_by int REFERENCES users;
