import { showPreviewGate, unlockPreview } from "@first-bounce/contract/site/preview";
import type { FastifyInstance } from "fastify";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { refuse } from "../../../plugins/refusal.ts";
import { createRoutes } from "../../../plugins/route.ts";
import type { PreviewGate } from "./preview-gate.ts";

export interface PreviewServices {
	/** If null, the site is open to everyone. */
	readonly gate: PreviewGate | null;
	readonly throttle: Throttle;
	readonly guessesPerMinute: number;
}

export function registerPreview(app: FastifyInstance, { gate, throttle, guessesPerMinute }: PreviewServices): void {
	const register = createRoutes(app, { needs: "nothing" });
	register(showPreviewGate, async ({ request }) =>
		gate ? { isOn: true, isPassed: await gate.isPassed(request) } : { isOn: false, isPassed: true },
	);
	register(unlockPreview, async ({ body, request, reply }) => {
		if (!gate) return { isOn: false, isPassed: true };
		await throttle.attempt(`preview from ${getClientNetwork(request)}`, { max: guessesPerMinute });
		if (!gate.isPassword(body.password)) throw refuse(403, "preview-refused");
		await gate.setCookie(reply);
		return { isOn: true, isPassed: true };
	});
}
