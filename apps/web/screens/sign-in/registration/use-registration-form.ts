import { aflIdRegister } from "@first-bounce/contract/accounts/auth";
import type { BodyOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../../api/use-call.ts";
import { useTeamNameCheck } from "../../../api/use-team-name-check.ts";
import { readStoredJson, writeStorage } from "../../../app/session/browser-storage.ts";
import type { CodeGrant } from "../../../app/session/provider-return.ts";
import { useSessionActions } from "../../../app/session/use-session-actions.ts";
import type { FormProblem } from "../../../components/fields/error-summary.tsx";
import {
	FORM_OPTIONS,
	focusFirstProblem,
	listFormProblems,
	resolveForm,
	useEditListener,
} from "../../../components/fields/form.ts";
import { type BirthdayProblem, parseBirthday } from "../../../components/person-fields/birthday.ts";
import { EMPTY_PERSON, guessHome, type Person, requiresState } from "../../../components/person-fields/person.ts";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { getLocalTimeZone } from "../../../i18n/format.ts";

interface RegistrationForm extends Person {
	readonly fantasyTeamName: string;
	readonly terms: boolean;
	readonly sponsorOptIn: boolean;
}

type RegistrationField = "fantasyTeamName" | "state" | "gender" | "country" | "terms" | "supportedSquadId";
type RegistrationProblem =
	| { readonly field: RegistrationField; readonly problem: "missing" }
	| { readonly field: "birthday"; readonly problem: BirthdayProblem };

const CHECKS: readonly (readonly [RegistrationField, (form: RegistrationForm) => boolean])[] = [
	["fantasyTeamName", (form) => form.fantasyTeamName.trim() === ""],
	["state", (form) => requiresState(form) && form.state === null],
	["gender", (form) => form.gender === null],
	["country", (form) => form.country === null],
	["terms", (form) => !form.terms],
	["supportedSquadId", (form) => form.supportedSquadId === null],
];

/** The problems of a form: the six checks in the specified order (D1.5.01), then the birthday. */
export function validateRegistration(form: RegistrationForm, currentYear: number): readonly RegistrationProblem[] {
	const missing = CHECKS.filter(([, isMissing]) => isMissing(form)).map(
		([field]): RegistrationProblem => ({ field, problem: "missing" }),
	);
	const parsed = parseBirthday(form.birthday, currentYear);
	return "problem" in parsed ? [...missing, { field: "birthday", problem: parsed.problem }] : missing;
}

const STORAGE_KEY = "registration_form";

const EMPTY_FORM: RegistrationForm = { ...EMPTY_PERSON, fantasyTeamName: "", terms: false, sponsorOptIn: false };

/** Stores the form in this tab for the sign-in with this code; null deletes it. */
const saveForm = (code: string, form: RegistrationForm | null): boolean =>
	writeStorage("session", STORAGE_KEY, form && JSON.stringify({ code, form }));

const hasSameShape = (value: unknown, sample: unknown): boolean => {
	if (sample === null) return value === null || typeof value === "string" || typeof value === "number";
	if (typeof sample !== "object") return typeof value === typeof sample;
	return (
		typeof value === "object" &&
		value !== null &&
		Object.entries(sample).every(([key, part]) => hasSameShape(Reflect.get(value, key), part))
	);
};

/** The stored form of this sign-in, or a new form with what the device's time zone tells. */
function loadForm(code: string): RegistrationForm {
	const stored = readStoredJson("session", STORAGE_KEY);
	return hasSameShape(stored, { code: "", form: EMPTY_FORM }) && (stored as { code: string }).code === code
		? (stored as { form: RegistrationForm }).form
		: { ...EMPTY_FORM, ...guessHome(getLocalTimeZone()) };
}

interface ServerProblem {
	readonly field: keyof RegistrationForm | null;
	readonly message: string;
}

const FIELD_BY_CODE: Readonly<Record<string, keyof RegistrationForm>> = {
	"team-name-taken": "fantasyTeamName",
	"team-name-not-allowed": "fantasyTeamName",
	"team-name-length": "fantasyTeamName",
	"too-young": "birthday",
	"unlikely-birthday": "birthday",
	"state-outside-australia": "state",
	"unknown-country": "country",
	"unknown-squad": "supportedSquadId",
};

/** The server's messages by field; a message without a field concerns the whole form. */
const parseServerProblems = (error: unknown, formatError: (error: unknown) => string): readonly ServerProblem[] =>
	error instanceof ApiFailure && error.errors.length > 0
		? error.errors.map(({ code, message }) => ({ field: FIELD_BY_CODE[code] ?? null, message }))
		: [{ field: null, message: formatError(error) }];

/** The body of afl-id/register; null if the form has problems. `terms` is always true. */
function buildRegistrationBody(
	form: RegistrationForm,
	grant: CodeGrant,
	currentYear: number,
): BodyOf<typeof aflIdRegister> | null {
	const parsed = parseBirthday(form.birthday, currentYear);
	if ("problem" in parsed || form.gender === null || !form.terms) return null;
	return {
		...grant,
		fantasyTeamName: form.fantasyTeamName.trim(),
		gender: form.gender,
		birthday: parsed.birthday,
		sponsorOptIn: form.sponsorOptIn,
		terms: true,
		...(form.country === null ? {} : { country: form.country }),
		...(form.state === null || !requiresState(form) ? {} : { state: form.state }),
		...(form.supportedSquadId === null ? {} : { supportedSquadId: form.supportedSquadId }),
	};
}

/** Adds the fields' labels and sorts the problems as in the form; problems of the whole form come first. */
function arrangeProblems(problems: readonly FormProblem[], t: TFunction): readonly FormProblem[] {
	/** In the order of the form. */
	const labels: Readonly<Partial<Record<string, string>>> = {
		fantasyTeamName: t("teamName.label"),
		state: t("person.state"),
		gender: t("person.gender"),
		country: t("person.country"),
		birthday: t("person.birthday"),
		terms: t("registration.termsName"),
		supportedSquadId: t("person.club"),
	} satisfies Partial<Record<keyof RegistrationForm, string>>;
	const fields: readonly (string | null)[] = Object.keys(labels);
	return problems
		.map((problem) => ({ ...problem, label: problem.field === null ? undefined : labels[problem.field] }))
		.toSorted((a, b) => fields.indexOf(a.field) - fields.indexOf(b.field));
}

export function useRegistrationForm(grant: CodeGrant) {
	const { t } = useTranslation();
	const actions = useSessionActions();
	const names = useTeamNameCheck("visitor");
	const [storedForm] = useState(() => loadForm(grant.code));
	const form = useForm<RegistrationForm, unknown, BodyOf<typeof aflIdRegister>>({
		...FORM_OPTIONS,
		defaultValues: storedForm,
		resolver: async (values) => {
			const year = new Date().getFullYear();
			const name = await names.check(values.fantasyTeamName);
			const problems = validateRegistration(values, year).map(({ field, problem }) => ({
				field,
				message: problem === "missing" ? t(`registration.missing.${field}`) : t(`person.problem.${problem}`),
			}));
			const refused =
				name.state === "error" ? [{ field: "fantasyTeamName", message: getErrorMessage(name.error, t) }] : [];
			return resolveForm([...refused, ...problems], buildRegistrationBody(values, grant, year));
		},
	});
	useEditListener(form, (values) => saveForm(grant.code, values));

	const register = useCallMutation(aflIdRegister, {
		meta: { hasInlineError: true },
		onSuccess: (response) => {
			saveForm(grant.code, null);
			return actions.applySignIn("registration", response);
		},
		onError: (error) => {
			const problems = parseServerProblems(error, (thrown) => getErrorMessage(thrown, t));
			for (const [index, { field, message }] of problems.entries())
				form.setError(field ?? `root.${index}`, { type: "server", message });
			focusFirstProblem(arrangeProblems(problems, t));
		},
	});
	const submit = form.handleSubmit(
		(body) => register.mutateAsync({ body }).catch(() => undefined),
		(errors) => focusFirstProblem(arrangeProblems(listFormProblems(errors), t)),
	);

	return {
		form,
		names,
		problems: arrangeProblems(listFormProblems(form.formState.errors), t),
		/** The user has to sign in again: the code was refused, or has registered an account already. */
		isCodeSpent:
			register.error instanceof ApiFailure &&
			(register.error.status === 401 || register.error.code === "already-registered"),
		submit: () => void submit(),
	};
}
