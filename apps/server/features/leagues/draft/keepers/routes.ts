import * as calls from "@first-bounce/contract/draft/keepers";
import type { FastifyInstance } from "fastify";
import { route } from "../../../../plugins/route.ts";
import type { LeagueServices } from "../../league-row.ts";
import { confirmPlace, getKeepers, saveKeepers, setKeeperDeadline } from "./choose-keepers.ts";

const needs = "season";
/** More than anyone needs, even with a script. */
const MAX_CHANGES_PER_MINUTE = 120;

export function registerKeepers(app: FastifyInstance, services: LeagueServices): void {
	const limits = { needs, perAccountPerMinute: MAX_CHANGES_PER_MINUTE } as const;
	route(app, calls.showKeepers, {
		needs,
		handler: ({ viewerId, params: { id } }) => getKeepers(services, viewerId, id),
	});
	route(app, calls.saveKeepers, {
		...limits,
		handler: async ({ caller: { userId }, params: { id }, body }) => {
			await saveKeepers(services, userId, id, body);
			return getKeepers(services, userId, id);
		},
	});
	route(app, calls.confirmPlace, {
		...limits,
		handler: async ({ caller: { userId }, params: { id } }) => {
			await confirmPlace(services, userId, id);
			return getKeepers(services, userId, id);
		},
	});
	route(app, calls.setKeeperDeadline, {
		...limits,
		handler: async ({ caller: { userId }, params: { id }, body }) => {
			await setKeeperDeadline(services, userId, id, body.deadline);
			return getKeepers(services, userId, id);
		},
	});
}
