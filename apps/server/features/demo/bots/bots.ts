import type { SquadId, UserId } from "@first-bounce/rules/ids";
import type { Db } from "../../../db/tables/tables.ts";
import { createNameGenerator } from "../../seasons/generator/names.ts";
import type { Random } from "../../seasons/generator/random.ts";
import { createBotAccounts } from "../queries.ts";
import { BOT_TEAM_NAMES } from "./bot-names.ts";
import { type BotStrategy, createRandomStrategy } from "./pick-team.ts";

/** A computer-run manager of the demo. */
export interface Bot {
	readonly userId: UserId;
	readonly strategy: BotStrategy;
	/** The round in which the bot joins: 1 for most. */
	readonly startRound: number;
	readonly random: Random;
}

const STATES = ["VIC", "VIC", "VIC", "NSW", "QLD", "SA", "SA", "WA", "WA", "TAS", "ACT", "NT"] as const;
const GENDERS = ["female", "female", "female", "male", "male", "non_binary", "not_say"] as const;
const LATE_START_CHANCE = 0.12;

export interface BotOptions {
	/** Whether the accounts are closed when the demo ends. */
	readonly isDemo?: boolean;
	/** By default one bot for each of BOT_TEAM_NAMES, about 200. */
	readonly count?: number;
}

/** Creates the bots' accounts, which have no password, so that nobody can sign in to them. */
export async function createBots(
	db: Db,
	now: number,
	random: Random,
	squadIds: readonly SquadId[],
	{ isDemo = true, count = BOT_TEAM_NAMES.length }: BotOptions = {},
): Promise<readonly Bot[]> {
	const nextName = createNameGenerator(random.fork("managers"));
	const bots = BOT_TEAM_NAMES.slice(0, count).map((teamName, index) => {
		const botRandom = random.fork(`bot ${index}`);
		const club = botRandom.pick(squadIds);
		const { firstName, lastName } = nextName();
		const year = 1958 + botRandom.int(48);
		return {
			strategy: createRandomStrategy(club, botRandom),
			startRound: botRandom.chance(LATE_START_CHANCE) ? 2 + botRandom.int(2) : 1,
			random: botRandom.fork("turns"),
			row: {
				first_name: firstName,
				last_name: lastName,
				email: `bot-${index + 1}@bots.invalid`,
				password_hash: null,
				team_name: teamName,
				birthday: `${year}-${String(1 + botRandom.int(12)).padStart(2, "0")}-${String(1 + botRandom.int(28)).padStart(2, "0")}`,
				gender: botRandom.pick(GENDERS),
				state: botRandom.pick(STATES),
				country: "AU",
				supported_squad_id: botRandom.chance(0.9) ? club : null,
				is_bot: true,
				is_demo: isDemo,
				terms_accepted_at: new Date(now),
			},
		};
	});
	const users = await createBotAccounts(
		db,
		bots.map(({ row }) => row),
	);
	const ids = new Map(users.map(({ id, email }) => [email, id]));
	return bots.map(({ strategy, startRound, random: botRandom, row }) => ({
		userId: ids.get(row.email) ?? 0,
		strategy,
		startRound,
		random: botRandom,
	}));
}

/** Builds a bot that plays a whole season for an existing account. */
export const buildBot = (userId: UserId, random: Random, squadIds: readonly SquadId[]): Bot => ({
	userId,
	startRound: 1,
	strategy: createRandomStrategy(random.pick(squadIds), random),
	random: random.fork("turns"),
});
