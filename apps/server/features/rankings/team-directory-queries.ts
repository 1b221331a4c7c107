import { STATES } from "@first-bounce/contract/constants";
import type { RoundId } from "@first-bounce/rules/ids";

/** The columns that `TeamDirectory.add` reads, in its order; line-ups after `lockedRoundId` are ignored. */
const listTeamColumns = (lockedRoundId: RoundId): string => `t.id, t.user_id, t.start_round_id, u.supported_squad_id,
	array_position(ARRAY[${STATES.map((state) => `'${state}'`).join()}], u.state),
	CASE WHEN u.is_active THEN u.avatar_version ELSE 0 END,
	(SELECT slots FROM lineups l WHERE l.team_id = t.id AND l.round_id <= ${Number(lockedRoundId)}
		ORDER BY l.round_id DESC LIMIT 1),
	CASE WHEN u.is_active THEN u.first_name ELSE '' END,
	CASE WHEN u.is_active THEN u.last_name ELSE '' END,
	CASE WHEN u.is_active THEN coalesce(u.team_name, '') ELSE '' END`;

/** Builds the query of the rows that `TeamDirectory.add` reads. */
export const buildDirectoryQuery = (condition: string, lockedRoundId: RoundId): string =>
	`SELECT ${listTeamColumns(lockedRoundId)} FROM teams t JOIN users u ON u.id = t.user_id WHERE ${condition}`;
