-- An invitation goes to an address, or to somebody who has an account: last season's members when a league is renewed.
ALTER TABLE league_invites
	ADD COLUMN user_id int REFERENCES users ON DELETE CASCADE,
	ALTER COLUMN email DROP NOT NULL;

-- Renewed leagues invited their former members by the address that each account had.
UPDATE league_invites AS i SET user_id = former.user_id, email = NULL
FROM (
	SELECT DISTINCT ON (i.id) i.id, m.user_id
	FROM league_invites AS i
	JOIN leagues AS l ON l.id = i.league_id AND l.commissioner_id = i.invited_by
	JOIN league_members AS m ON m.league_id = l.regenerated_from
	JOIN users AS u ON u.id = m.user_id AND lower(u.email) = i.email
	ORDER BY i.id, m.joined_no
) AS former
WHERE former.id = i.id;

ALTER TABLE league_invites
	ADD CONSTRAINT invitation_to_an_address_or_a_person CHECK (num_nonnulls(email, user_id) = 1),
	ADD CONSTRAINT one_invitation_a_person UNIQUE (league_id, user_id);
CREATE INDEX league_invites_pending_by_user ON league_invites (user_id) WHERE status = 'pending';
