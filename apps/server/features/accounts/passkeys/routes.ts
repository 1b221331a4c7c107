import * as call from "@first-bounce/contract/accounts/passkeys";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { addPasskey, listPasskeys, type PasskeyServices, removePasskey, startPasskey } from "./service.ts";

const MAX_CHANGES_PER_MINUTE = 20;

/** Registers the calls for the user's own passkeys. */
export function registerPasskeys(app: FastifyInstance, services: PasskeyServices): void {
	const options = { needs: "nothing", perAccountPerMinute: MAX_CHANGES_PER_MINUTE } as const;
	const list = async (userId: number) => ({ passkeys: await listPasskeys(services, userId) });

	route(app, call.listPasskeys, { needs: "nothing", handler: ({ caller }) => list(caller.userId) });
	route(app, call.startPasskey, {
		...options,
		handler: async ({ caller, body }) => ({
			options: { ...(await startPasskey(services, caller.userId, body.password)) },
		}),
	});
	route(app, call.addPasskey, {
		...options,
		handler: async ({ caller, body }) => {
			await addPasskey(services, caller.userId, body);
			return list(caller.userId);
		},
	});
	route(app, call.removePasskey, {
		...options,
		handler: async ({ caller, body }) => {
			await removePasskey(services, caller.userId, body.id);
			return list(caller.userId);
		},
	});
}
