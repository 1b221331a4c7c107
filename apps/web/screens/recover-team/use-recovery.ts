import { recoverUser } from "@first-bounce/contract/calls";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../api/client.ts";
import { useTeamNameCheck } from "../../api/use-team-name-check.ts";
import { useSessionActions } from "../../app/session/use-session-actions.ts";
import { type FormProblem, focusField } from "../../components/fields/error-summary.tsx";
import { problemWords } from "../../wording/problem.ts";

/** The form that opens a deactivated account again (D1 §5): name and terms are asked, one submission at a time. */
export function useRecovery(oldName: string) {
	const { t } = useTranslation();
	const actions = useSessionActions();
	const names = useTeamNameCheck("signed-in");
	const [teamName, setTeamName] = useState(oldName);
	const [terms, setTerms] = useState(false);
	const [sponsorOptIn, setSponsorOptIn] = useState(false);
	const [problems, setProblems] = useState<readonly FormProblem[]>([]);
	const [isSubmitting, setSubmitting] = useState(false);
	const isBusy = useRef(false);

	const touched = (field: string) => setProblems((before) => before.filter((problem) => problem.field !== field));
	const found = async (): Promise<readonly FormProblem[]> => {
		const name = await names.verify(teamName);
		const ofName =
			name.state === "error"
				? problemWords(name.error, t)
				: teamName.trim() === ""
					? t("registration.missing.fantasyTeamName")
					: null;
		return [
			...(ofName === null ? [] : [{ field: "fantasyTeamName", message: ofName }]),
			...(terms ? [] : [{ field: "terms", message: t("registration.missing.terms") }]),
		];
	};
	const send = async () => {
		const now = await found();
		setProblems(now);
		if (now[0]?.field) return focusField(now[0].field);
		const { user } = await client(recoverUser, { body: { teamName: teamName.trim(), terms: true, sponsorOptIn } });
		await actions.recovered(user);
	};
	const submit = async () => {
		if (isBusy.current) return;
		isBusy.current = true;
		setSubmitting(true);
		try {
			await send();
		} catch (error) {
			setProblems([{ field: null, message: problemWords(error, t) }]);
		} finally {
			isBusy.current = false;
			setSubmitting(false);
		}
	};
	return {
		teamName,
		terms,
		sponsorOptIn,
		names,
		problems,
		isSubmitting,
		submit,
		setSponsorOptIn,
		setTeamName: (name: string) => {
			setTeamName(name);
			names.reset();
			touched("fantasyTeamName");
		},
		setTerms: (accepted: boolean) => {
			setTerms(accepted);
			touched("terms");
		},
	};
}
