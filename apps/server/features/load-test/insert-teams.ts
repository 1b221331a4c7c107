import { DAY_MS } from "@first-bounce/rules/durations";
import type { RoundId } from "@first-bounce/rules/ids";
import type { ClientBase } from "pg";
import { hashToken } from "../../db/hash-token.ts";
import type { LineupRow } from "../team/team-row.ts";
import { continueIds, copyRows } from "./queries.ts";

/** The domain of generated users' addresses, to which no mail is ever delivered. */
export const GENERATED_DOMAIN = "load.invalid";

export type GeneratedLineup = Omit<LineupRow, "roundId">;

interface GeneratedTeams {
	readonly seasonId: number;
	/** The number of users, each with a team. Users and teams get the ids from 1. */
	readonly teams: number;
	readonly roundId: RoundId;
	/** Line-ups that are given to the teams in turn. */
	readonly lineups: readonly GeneratedLineup[];
	/** Season time, in milliseconds, at which teams begin to be completed, a millisecond apart. */
	readonly completedAt: number;
}

/** Builds rows with ids from 1. */
function* buildRows<Row>(count: number, build: (id: number) => Row): Generator<Row> {
	for (let id = 1; id <= count; id++) yield build(id);
}

const formatArray = (values: readonly number[]): string => `{${values.join(",")}}`;

/** Creates users, their teams and line-ups with COPY, in a database that has none. */
export async function insertTeams(
	client: ClientBase,
	{ seasonId, teams, roundId, lineups, completedAt }: GeneratedTeams,
): Promise<void> {
	const lineupValues = lineups.map(({ slots, captainId, viceCaptainId, emergency, bank }) => [
		formatArray(slots),
		captainId,
		viceCaptainId,
		formatArray(emergency),
		bank,
	]);
	await copyRows(
		client,
		"users",
		["id", "first_name", "last_name", "email", "team_name"],
		buildRows(teams, (n) => [n, "Load", `Manager ${n}`, `load-${n}@${GENERATED_DOMAIN}`, `Load Team ${n}`]),
	);
	await copyRows(
		client,
		"teams",
		["id", "season_id", "user_id", "start_round_id", "completed_at"],
		buildRows(teams, (n) => [n, seasonId, n, roundId, new Date(completedAt + n).toISOString()]),
	);
	await copyRows(
		client,
		"lineups",
		["team_id", "round_id", "slots", "captain_id", "vice_captain_id", "emergency", "bank"],
		buildRows(teams, (n) => [n, roundId, ...(lineupValues[n % lineups.length] ?? [])]),
	);
	await continueIds(client, "users");
	await continueIds(client, "teams");
}

const LEAGUE_MEMBERS = 10;
const CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

export const buildLeagueCode = (leagueId: number): string =>
	Array.from(
		{ length: 6 },
		(_, place) => CODE_LETTERS[Math.floor(leagueId / CODE_LETTERS.length ** place) % CODE_LETTERS.length],
	).join("");

/** Creates open leagues of up to ten members with COPY, half of them public. */
export async function insertLeagues(
	client: ClientBase,
	{ seasonId, teams, leagues, size }: { seasonId: number; teams: number; leagues: number; size: number },
): Promise<void> {
	if (leagues === 0) return;
	const members = Math.min(LEAGUE_MEMBERS, teams);
	const getMember = (league: number, place: number) => 1 + ((league * members + place) % teams);
	const now = new Date().toISOString();
	await copyRows(
		client,
		"leagues",
		["id", "season_id", "name", "code", "type", "privacy", "size", "start_id", "commissioner_id", "colour"],
		buildRows(leagues, (n) => [
			n,
			seasonId,
			`Load League ${n}`,
			buildLeagueCode(n),
			"open",
			n % 2 === 0 ? "public" : "private",
			size,
			1,
			getMember(n, 0),
			"ochre",
		]),
	);
	await copyRows(
		client,
		"league_members",
		["league_id", "user_id", "team_id", "joined_at"],
		buildRows(leagues * members, (n) => {
			const league = 1 + Math.floor((n - 1) / members);
			const member = getMember(league, (n - 1) % members);
			return [league, member, member, now];
		}),
	);
	await continueIds(client, "leagues");
}

/** Creates a session for each token: the first token signs in user 1, the next one user 2. */
export async function insertSessions(client: ClientBase, tokens: readonly string[]): Promise<void> {
	const now = new Date().toISOString();
	const expiresAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
	await copyRows(
		client,
		"sessions",
		["token_hash", "user_id", "created_at", "expires_at", "last_seen_at"],
		// COPY's text format needs its backslashes escaped.
		tokens.map((token, index) => [`\\\\x${hashToken(token).toString("hex")}`, index + 1, now, expiresAt, now]),
	);
}
