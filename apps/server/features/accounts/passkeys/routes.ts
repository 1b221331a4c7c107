import * as call from "@first-bounce/contract/accounts/passkeys";
import type { FastifyInstance } from "fastify";
import { route } from "../../../plugins/route.ts";
import { addPasskey, listPasskeys, type PasskeyServices, removePasskey, startPasskey } from "./service.ts";

const MAX_CHANGES_PER_MINUTE = 20;

/** Registers the calls for the user's own passkeys. */
export function registerPasskeys(app: FastifyInstance, services: PasskeyServices): void {
	const options = { needs: "nothing", perAccountPerMinute: MAX_CHANGES_PER_MINUTE } as const;
	const listUserPasskeys = async (userId: number) => ({ passkeys: await listPasskeys(services, userId) });

	route(app, call.listPasskeys, { needs: "nothing", handler: ({ caller }) => listUserPasskeys(caller.userId) });
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
			return listUserPasskeys(caller.userId);
		},
	});
	route(app, call.removePasskey, {
		...options,
		handler: async ({ caller, body }) => {
			await removePasskey(services, caller.userId, body.id);
			return listUserPasskeys(caller.userId);
		},
	});
}
