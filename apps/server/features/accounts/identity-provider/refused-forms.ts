import type { Adapter } from "oidc-provider";
import type { FormValues, Problem } from "../form-page.ts";

/** A submitted form and its problems. `find` returns it without password and passkey, which are not stored. */
interface RefusedForm {
	readonly values: FormValues;
	readonly problems: readonly Problem[];
}

const FORMS = ["sign-in", "sign-up"] as const;
export type FormName = (typeof FORMS)[number];

/** Stores refused forms for each sign-in in progress, so that the page that the browser is redirected to can show them again. */
export interface RefusedForms {
	readonly save: (uid: string, form: FormName, refused: RefusedForm) => Promise<void>;
	readonly find: (uid: string, form: FormName) => Promise<RefusedForm | null>;
	readonly delete: (uid: string) => Promise<void>;
}

const LIFETIME_SECONDS = 600;
const STORED_FIELDS = ["firstName", "lastName", "email"];
/** Longer than any field may be. */
const MAX_LENGTH = 300;

interface StoredForm {
	readonly values: FormValues;
	readonly faults: readonly Problem[];
}

/** Stores refused forms with the provider's state, so that any process can show them. */
export function createRefusedForms(adapter: Adapter): RefusedForms {
	const buildId = (uid: string, form: FormName) => `${form} ${uid}`;
	return {
		save: async (uid, form, { values: sent, problems }) => {
			const values = Object.fromEntries(
				STORED_FIELDS.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name].slice(0, MAX_LENGTH)]])),
			);
			await adapter.upsert(buildId(uid, form), { values, faults: problems }, LIFETIME_SECONDS);
		},
		find: async (uid, form) => {
			const storedForm = (await adapter.find(buildId(uid, form))) as StoredForm | undefined;
			return storedForm ? { values: storedForm.values, problems: storedForm.faults } : null;
		},
		delete: async (uid) => {
			for (const form of FORMS) await adapter.destroy(buildId(uid, form));
		},
	};
}
