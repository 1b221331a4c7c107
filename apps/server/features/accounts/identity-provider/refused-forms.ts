import type { Adapter } from "oidc-provider";
import type { Fault, FormValues } from "./pages.ts";

/** A form as it was sent, without its password, and what was wrong with it. */
interface RefusedForm {
	readonly values: FormValues;
	readonly faults: readonly Fault[];
}

export type FormName = "sign-in" | "sign-up";

/** Forms that were refused, by the sign-in they belong to: shown again by an address that can be gone back to. */
export interface RefusedForms {
	readonly keep: (uid: string, form: FormName, refused: RefusedForm) => Promise<void>;
	readonly find: (uid: string, form: FormName) => Promise<RefusedForm | null>;
	readonly forget: (uid: string) => Promise<void>;
}

const FORMS: readonly FormName[] = ["sign-in", "sign-up"];
const LIFETIME_SECONDS = 600;

/** Keeps them beside what else the provider remembers: any process shows them. */
export function createRefusedForms(adapter: Adapter): RefusedForms {
	const idOf = (uid: string, form: FormName) => `${form} ${uid}`;
	return {
		keep: async (uid, form, { values: { password: _, ...values }, faults }) => {
			await adapter.upsert(idOf(uid, form), { values, faults }, LIFETIME_SECONDS);
		},
		find: async (uid, form) => ((await adapter.find(idOf(uid, form))) as RefusedForm | undefined) ?? null,
		forget: async (uid) => {
			for (const form of FORMS) await adapter.destroy(idOf(uid, form));
		},
	};
}
