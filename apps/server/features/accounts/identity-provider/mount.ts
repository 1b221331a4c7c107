import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { createServerSecret, type SecretsListener } from "../../../db/server-secrets.ts";
import { getClientNetwork } from "../../../plugins/http/client-address.ts";
import type { Origins } from "../../../plugins/http/origin-guard.ts";
import type { Throttle } from "../../../plugins/limits/throttle.ts";
import { listCurrentAnnouncements } from "../../notifications/announcements/service.ts";
import { createPasskeySignIn, type RelyingParty } from "../passkeys/service.ts";
import type { SignIn } from "../sign-in/password-sign-in.ts";
import type { CountSignUp } from "../sign-in/sign-up-limit.ts";
import { signUp } from "../users/register-user.ts";
import { findProviderAccount, type UserServices } from "../users/service.ts";
import { createAdapterFactory } from "./adapter.ts";
import { registerProviderEndpoints } from "./endpoints.ts";
import { createProvider } from "./provider.ts";
import { createRefusedForms } from "./refused-forms.ts";
import { registerSignInPages, type SignInPageServices } from "./routes.ts";
import { createProviderSecrets } from "./secrets.ts";

/** oidc-provider's own name for the cookie of its session. */
const SESSION_COOKIE = "_session";

/** Mounts the built-in identity provider below /oidc. */
export async function mountIdentityProvider(
	app: FastifyInstance,
	options: {
		readonly pool: Pool;
		readonly users: UserServices;
		readonly origins: Origins;
		readonly webFolder: string;
		readonly signIn: SignIn;
		readonly countSignUp: CountSignUp;
		readonly findLeagueName: SignInPageServices["findLeagueName"];
		readonly relyingParty: RelyingParty;
		readonly throttle: Throttle;
		readonly limits: { readonly signInsPerMinute: number };
		/** Receives errors to which the provider responds with 500 or 503. */
		readonly onError: (error: unknown) => void;
		readonly secretsListener: SecretsListener | undefined;
	},
): Promise<void> {
	const { pool, users, origins, webFolder, signIn, countSignUp, findLeagueName, onError } = options;
	const { relyingParty, throttle, limits } = options;
	const { db, clocks } = users;
	const adapter = createAdapterFactory(pool);
	const getSecrets = createServerSecret(pool, "identity-provider", createProviderSecrets, options.secretsListener);
	const createInstance = (secrets: Awaited<ReturnType<typeof getSecrets>>) => {
		const findAccount = (sub: string) => findProviderAccount(users, Number(sub));
		const provider = createProvider({ origins, adapter, secrets, findAccount });
		provider.on("server_error", (_context, error) => onError(error));
		return { secrets, provider };
	};
	let current = createInstance(await getSecrets());
	/** oidc-provider cannot replace keys, so a rotation creates a new instance. No state is lost, because it is in the database. */
	const getProvider = async () => {
		const secrets = await getSecrets();
		if (secrets !== current.secrets) current = createInstance(secrets);
		return current.provider;
	};
	await registerSignInPages(app, getProvider, {
		signIn,
		passkeys: createPasskeySignIn({ db, clocks, relyingParty, throttle, limits }),
		signUp: (person, language, request) => signUp({ ...users, language }, person, () => countSignUp(request)),
		listAnnouncements: async () => {
			const { announcements } = await listCurrentAnnouncements({ db, wallNow: clocks.wallNow });
			return announcements.map(({ text }) => text);
		},
		findLeagueName,
		refusedForms: createRefusedForms(adapter("RefusedForm")),
		cancel: async (uid) => {
			await adapter("Interaction").destroy(uid);
		},
		webFolder,
	});
	await registerProviderEndpoints(app, getProvider, {
		getOrigin: origins.find,
		countStart: (request) =>
			throttle.attempt(`sign-ins started from ${getClientNetwork(request)}`, { max: limits.signInsPerMinute }),
		hasSession: async ({ cookies }) => (await adapter("Session").find(cookies[SESSION_COOKIE] ?? "")) !== undefined,
	});
}
