import type { User } from "@first-bounce/contract/user";
import { useTranslation } from "react-i18next";
import { useUser } from "../../api/use-user.ts";
import { useSignOut } from "../../app/session/use-sign-out.ts";
import { Button } from "../../components/button/button.tsx";
import { CheckboxField } from "../../components/fields/checkbox-field.tsx";
import { ErrorSummary } from "../../components/fields/error-summary.tsx";
import { TeamNameField } from "../../components/fields/team-name-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { problemWords } from "../../wording/problem.ts";
import { useRecovery } from "./use-recovery.ts";

const Recovery = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const form = useRecovery(user.fantasyTeamName ?? "");
	const signOut = useSignOut();
	const errorOf = (field: string) => form.problems.find((problem) => problem.field === field)?.message;
	const { check } = form.names;
	return (
		<FormCard
			look="page"
			title={t("recover.title", { name: user.firstName })}
			text={t("recover.text")}
			onSubmit={() => void form.submit()}
		>
			<title>{t("app.title", { page: t("recover.page") })}</title>
			<ErrorSummary problems={form.problems} />
			<TeamNameField
				value={form.teamName}
				onChange={form.setTeamName}
				onBlur={() => void form.names.verify(form.teamName)}
				state={check.state}
				error={check.state === "error" ? problemWords(check.error, t) : errorOf("fantasyTeamName")}
			/>
			<div>
				<CheckboxField name="terms" isSelected={form.terms} onChange={form.setTerms} error={errorOf("terms")}>
					{t("registration.terms")}
				</CheckboxField>
				<CheckboxField name="sponsorOptIn" isSelected={form.sponsorOptIn} onChange={form.setSponsorOptIn}>
					{t("registration.sponsors")}
				</CheckboxField>
			</div>
			<FormActions>
				<Button look="main" type="submit" isPending={form.isSubmitting}>
					{t("recover.submit")}
				</Button>
				<Button look="quiet" onPress={() => signOut.mutate()}>
					{t("nav.signOut")}
				</Button>
			</FormActions>
		</FormCard>
	);
};

/** For a returning user whose account is not active: her team comes back as it was (D1 §1). */
export const RecoverTeamScreen = () => {
	const user = useUser();
	return user.state === "ready" && user.value ? <Recovery user={user.value} /> : null;
};
