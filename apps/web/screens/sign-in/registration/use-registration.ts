import { aflIdRegister } from "@first-bounce/contract/calls";
import { ApiFailure } from "@first-bounce/contract/client";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useTeamNameCheck } from "../../../api/use-team-name-check.ts";
import type { CodeGrant } from "../../../app/session/provider-return.ts";
import { useSessionActions } from "../../../app/session/use-session-actions.ts";
import { type FormProblem, focusField } from "../../../components/fields/error-summary.tsx";
import { problemWords } from "../../../wording/problem.ts";
import { keepForm, keptForm } from "./kept-form.ts";
import { registrationBody } from "./registration-body.ts";
import { type RegistrationForm, registrationProblems } from "./registration-problems.ts";
import { serverProblems } from "./server-problems.ts";

/** The registration form at work: its values, what is wrong with them, and one submission at a time (D1 §4). */
export function useRegistration(grant: CodeGrant) {
	const { t } = useTranslation();
	const actions = useSessionActions();
	const names = useTeamNameCheck("visitor");
	const [form, setForm] = useState(() => keptForm(grant.code));
	const latest = useRef(form);
	const [problems, setProblems] = useState<readonly FormProblem[]>([]);
	const [status, setStatus] = useState<number | null>(null);
	const [isSubmitting, setSubmitting] = useState(false);
	const isBusy = useRef(false);

	const change = (part: Partial<RegistrationForm>) => {
		const next = { ...latest.current, ...part };
		latest.current = next;
		keepForm(grant.code, next);
		setForm(next);
		setProblems((before) => before.filter(({ field }) => field === null || !(field in part)));
		if (part.fantasyTeamName !== undefined) names.reset();
	};

	const show = (found: readonly FormProblem[]) => {
		setProblems(found);
		const first = found.find(({ field }) => field !== null)?.field;
		if (first) focusField(first);
	};

	const problemsNow = async (year: number): Promise<readonly FormProblem[]> => {
		const name = await names.verify(form.fantasyTeamName);
		const refused = name.state === "error" ? problemWords(name.error, t) : null;
		return [
			...(refused === null ? [] : [{ field: "fantasyTeamName", message: refused }]),
			...registrationProblems(form, year).map(({ field, problem }) => ({
				field,
				message: problem === "missing" ? t(`registration.missing.${field}`) : t(`person.problem.${problem}`),
			})),
		];
	};

	const send = async () => {
		const year = new Date().getFullYear();
		const found = await problemsNow(year);
		show(found);
		const body = found.length === 0 ? registrationBody(form, grant, year) : null;
		if (!body) return;
		const answer = await client(aflIdRegister, { body });
		keepForm(grant.code, null);
		await actions.signedIn("registration", answer);
	};

	const submit = async () => {
		if (isBusy.current) return;
		isBusy.current = true;
		setSubmitting(true);
		try {
			await send();
		} catch (error) {
			setStatus(error instanceof ApiFailure ? error.status : null);
			show(serverProblems(error, (thrown) => problemWords(thrown, t)));
		} finally {
			isBusy.current = false;
			setSubmitting(false);
		}
	};

	return { form, change, problems, status, names, isSubmitting, submit };
}
