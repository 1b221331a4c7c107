import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import type { Origins } from "../../../plugins/http/origin-guard.ts";
import { listCurrentAnnouncements } from "../../notifications/announcements/service.ts";
import type { PasskeySignIn } from "../passkeys/service.ts";
import type { SignIn } from "../sign-in/sign-in.ts";
import type { CountSignUp } from "../sign-in/sign-up-limit.ts";
import { findProviderAccount, signUp, type UserServices } from "../users/service.ts";
import { createAdapterFactory } from "./adapter.ts";
import { createProvider } from "./provider.ts";
import { createRefusedForms } from "./refused-forms.ts";
import { registerIdentityProvider } from "./routes.ts";
import { loadProviderSecrets } from "./secrets.ts";

/** Mounts the built-in identity provider below /oidc. */
export async function mountIdentityProvider(
	app: FastifyInstance,
	options: {
		readonly pool: Pool;
		readonly users: UserServices;
		readonly origins: Origins;
		readonly webFolder: string;
		readonly signIn: SignIn;
		readonly passkeys: PasskeySignIn;
		readonly countSignUp: CountSignUp;
		/** Receives errors that the provider answers with 500 or 503. */
		readonly onError: (error: unknown) => void;
	},
): Promise<void> {
	const { pool, users, origins, webFolder, signIn, passkeys, countSignUp, onError } = options;
	const adapter = createAdapterFactory(pool);
	const provider = createProvider({
		origins,
		adapter,
		secrets: await loadProviderSecrets(pool),
		findAccount: (sub) => findProviderAccount(users, Number(sub)),
	});
	provider.on("server_error", (_context, error) => onError(error));
	await registerIdentityProvider(app, provider, {
		signIn,
		passkeys,
		signUp: (person, language, request) => signUp({ ...users, language }, person, () => countSignUp(request)),
		announcements: async () => {
			const { announcements } = await listCurrentAnnouncements({ db: users.db, wallNow: users.clocks.wallNow });
			return announcements.map(({ text }) => text);
		},
		refusedForms: createRefusedForms(adapter("RefusedForm")),
		webFolder,
		getHost: (request) => new URL(origins.find(request)).host,
	});
}
