import { reactivateUser } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import type { BodyOf } from "@first-bounce/contract/call";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { useTeamNameCheck } from "../../api/use-team-name-check.ts";
import { useUser } from "../../api/use-user.ts";
import { AcceptTerms } from "../../app/accept-terms.tsx";
import { useSessionActions } from "../../app/session/use-session-actions.ts";
import { useSignOut } from "../../app/session/use-sign-out.ts";
import { Button } from "../../components/button/button.tsx";
import { CheckboxField } from "../../components/fields/checkbox-field.tsx";
import { ErrorSummary, type FormProblem } from "../../components/fields/error-summary.tsx";
import {
	FORM_OPTIONS,
	focusFirstProblem,
	listFormProblems,
	resolveForm,
	useField,
} from "../../components/fields/form.ts";
import { TeamNameField } from "../../components/fields/team-name-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { getErrorMessage } from "../../i18n/error-message.ts";

interface RecoveryForm {
	readonly fantasyTeamName: string;
	readonly terms: boolean;
	readonly sponsorOptIn: boolean;
}

/** Reactivates an account with a team name and accepted terms. */
const Recovery = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const actions = useSessionActions();
	const { signOut } = useSignOut();
	const names = useTeamNameCheck("signed-in");
	const form = useForm<RecoveryForm, unknown, BodyOf<typeof reactivateUser>>({
		...FORM_OPTIONS,
		defaultValues: { fantasyTeamName: user.fantasyTeamName ?? "", terms: false, sponsorOptIn: false },
		resolver: async (values) => {
			const check = await names.check(values.fantasyTeamName);
			const problems: FormProblem[] = [];
			if (check.state === "error")
				problems.push({ field: "fantasyTeamName", message: getErrorMessage(check.error, t) });
			else if (values.fantasyTeamName.trim() === "")
				problems.push({ field: "fantasyTeamName", message: t("registration.missing.fantasyTeamName") });
			if (!values.terms) problems.push({ field: "terms", message: t("registration.missing.terms") });
			const teamName = values.fantasyTeamName.trim();
			return resolveForm(problems, { teamName, terms: true, sponsorOptIn: values.sponsorOptIn });
		},
	});
	const recover = useCallMutation(reactivateUser, {
		meta: { hasInlineError: true },
		onSuccess: (response) => actions.applyRecovery(response.user),
		onError: (error) => form.setError("root.server", { message: getErrorMessage(error, t) }),
	});
	const submit = form.handleSubmit(
		(body) => recover.mutateAsync({ body }).catch(() => undefined),
		(errors) => focusFirstProblem(listFormProblems(errors)),
	);
	const { errors, isSubmitting } = form.formState;
	const name = useField(form, "fantasyTeamName");
	const { value: hasAccepted, ...terms } = useField(form, "terms");
	const { value: isOptedIn, ...sponsorOptIn } = useField(form, "sponsorOptIn");
	return (
		<FormCard
			variant="page"
			title={t("recover.title", { name: user.firstName })}
			text={t("recover.text")}
			onSubmit={() => void submit()}
		>
			<title>{t("app.title", { page: t("recover.page") })}</title>
			<ErrorSummary problems={listFormProblems(errors)} />
			<TeamNameField
				value={name.value}
				onChange={(typed) => {
					name.onChange(typed);
					names.reset();
				}}
				onBlur={() => void names.check(name.value)}
				state={names.status.state}
				error={names.status.state === "error" ? getErrorMessage(names.status.error, t) : name.error}
			/>
			<div>
				<CheckboxField {...terms} isSelected={hasAccepted}>
					<AcceptTerms />
				</CheckboxField>
				<CheckboxField {...sponsorOptIn} isSelected={isOptedIn}>
					{t("registration.sponsors")}
				</CheckboxField>
			</div>
			<FormActions>
				<Button variant="main" type="submit" isPending={isSubmitting}>
					{t("recover.submit")}
				</Button>
				<Button variant="quiet" onPress={signOut}>
					{t("nav.signOut")}
				</Button>
			</FormActions>
		</FormCard>
	);
};

/** Reactivates the account of a returning user, with her team unchanged. */
export const RecoverTeamScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <Recovery user={user.value} /> : null;
};
