import type { CallDefinition } from "@first-bounce/contract/call";
import type { idParams } from "@first-bounce/contract/fields";
import type { UserId } from "@first-bounce/rules/ids";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { route } from "../../../plugins/route.ts";
import type { LeagueServices } from "../league-row.ts";

/** What a member reads or does in a league. */
type Action<Input extends unknown[], Result> = (
	services: LeagueServices,
	userId: UserId,
	leagueId: number,
	...input: Input
) => Promise<Result>;

/**
 * Returns a function that registers a call on the draft league of its path, with the action that answers it. Not for calls that
 * visitors may make.
 */
export const createLeagueRoutes =
	(app: FastifyInstance, services: LeagueServices, limits: { readonly perAccountPerMinute?: number } = {}) =>
	<Body extends z.ZodType, Success extends z.ZodType>(
		call: CallDefinition<typeof idParams, z.ZodType, Body, Success>,
		act: Action<[body: z.output<Body>], z.output<Success>>,
	): void =>
		route(app, call, {
			...limits,
			handler: ({ caller, params: { id }, body }) => act(services, caller.userId, id, body),
		});

/** Returns a function that turns an action's result into a reply. */
export const replyWith =
	<Result, Reply>(reply: (result: Result, leagueId: number, userId: UserId) => Reply | Promise<Reply>) =>
	<Input extends unknown[]>(act: Action<Input, Result>): Action<Input, Reply> =>
	async (services, userId, leagueId, ...input) =>
		reply(await act(services, userId, leagueId, ...input), leagueId, userId);
