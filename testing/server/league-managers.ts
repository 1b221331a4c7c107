import type { BodyOf } from "@first-bounce/contract/call";
import { createLeague, joinLeague } from "@first-bounce/contract/leagues/league-actions";
import type { TeamId, UserId } from "@first-bounce/rules/ids";
import { createSeededRandom, drawSlots, type SeededTeam, seedTeam } from "../season/small-season.ts";
import type { Client, TestApp } from "./test-app.ts";

/** A signed-in manager with a complete team. */
export interface LeagueManager {
	readonly userId: UserId;
	readonly teamId: TeamId;
	readonly client: Client;
	readonly team: SeededTeam;
}

/** A random generator for each app, so that a test file gets the same teams no matter which file ran before it in the same worker. */
const randomByApp = new WeakMap<TestApp, () => number>();

function getRandom(app: TestApp): () => number {
	const random = randomByApp.get(app) ?? createSeededRandom(22);
	randomByApp.set(app, random);
	return random;
}

/** Marks a manager's address as verified, as following the mailed link does. */
export const verifyAddress = ({ database, clocks }: TestApp, { userId }: Pick<LeagueManager, "userId">) =>
	database.db
		.updateTable("users")
		.set({ email_verified_at: new Date(clocks.wallNow()) })
		.where("id", "=", userId)
		.execute();

/** Creates a signed-in manager with a random complete team. */
async function createLeagueManager(app: TestApp): Promise<LeagueManager> {
	const team = await seedTeam(app.database.db, app.season, { slots: drawSlots(app.season, getRandom(app)) });
	return { userId: team.userId, teamId: team.id, team, client: app.as(await app.getToken(team.userId)) };
}

export async function createLeagueManagers(app: TestApp, count: number): Promise<LeagueManager[]> {
	const managers: LeagueManager[] = [];
	for (let index = 0; index < count; index++) managers.push(await createLeagueManager(app));
	return managers;
}

type Form = Partial<BodyOf<typeof createLeague>>;

/** Creates a league; by default private, open and from round 1. */
export const createTestLeague = async ({ client }: Pick<LeagueManager, "client">, form: Form = {}) =>
	(await client(createLeague, { body: { name: "The Wednesday Club", startId: 1, ...form } })).league;

/** Creates a league with these members, in this order; the first is its commissioner. */
export async function createLeagueWith(managers: readonly Pick<LeagueManager, "client">[], form: Form = {}) {
	const [commissioner, ...others] = managers;
	if (!commissioner) throw new Error("A league needs a commissioner");
	const league = await createTestLeague(commissioner, form);
	for (const { client } of others) await client(joinLeague, { params: { code: league.code } });
	return league;
}

/** Creates a league of three; the first is its commissioner. */
export async function createLeagueOfThree(app: TestApp) {
	const [ann, bea, cat] = (await createLeagueManagers(app, 3)) as [LeagueManager, LeagueManager, LeagueManager];
	const { id, code } = await createLeagueWith([ann, bea, cat]);
	return { id, code, ann, bea, cat };
}
