import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { useStatic } from "../../../api/use-static.ts";
import type { CodeGrant } from "../../../app/session/provider-return.ts";
import type { Unregistered } from "../../../app/session/unregistered.ts";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { ClubField } from "../../../components/fields/club-field.tsx";
import { ErrorSummary } from "../../../components/fields/error-summary.tsx";
import { TeamNameField } from "../../../components/fields/team-name-field.tsx";
import { PersonFields } from "../../../components/person-fields/person-fields.tsx";
import { problemWords } from "../../../wording/problem.ts";
import styles from "../sign-in.module.css";
import { SignInAgain } from "../sign-in-again.tsx";
import { TeamPreview } from "./team-preview.tsx";
import { useRegistration } from "./use-registration.ts";

interface Props {
	readonly grant: CodeGrant;
	readonly person: Unregistered;
}

const UNUSABLE_CODE = new Set([401, 409]);

/** The form for an identity that has no team yet (D1 §4, §5). */
export const Registration = ({ grant, person: { profile } }: Props) => {
	const { t } = useTranslation();
	const { form, change, problems, status, names, isSubmitting, submit } = useRegistration(grant);
	const squads = useStatic("squads").data ?? [];
	const countries = useStatic("countries").data ?? [];
	const errors = new Map(problems.map(({ field, message }) => [field ?? "", message]));
	const nameError = names.check.state === "error" ? problemWords(names.check.error, t) : errors.get("fantasyTeamName");
	const onSubmit = (event: FormEvent) => {
		event.preventDefault();
		void submit();
	};
	return (
		<div className={styles.registration}>
			<title>{t("app.title", { page: t("registration.title") })}</title>
			<form className={styles.card} noValidate onSubmit={onSubmit}>
				<header className={styles.head}>
					<h1>
						{profile.firstName ? t("registration.welcome", { name: profile.firstName }) : t("registration.title")}
					</h1>
					<p>{t("registration.text")}</p>
					{profile.email ? <p className={styles.signedInAs}>{t("registration.as", { email: profile.email })}</p> : null}
				</header>
				<ErrorSummary problems={problems} />
				{status !== null && UNUSABLE_CODE.has(status) ? <SignInAgain /> : null}
				<TeamNameField
					value={form.fantasyTeamName}
					onChange={(fantasyTeamName) => change({ fantasyTeamName })}
					onBlur={() => void names.verify(form.fantasyTeamName)}
					state={names.check.state}
					error={nameError}
				/>
				<PersonFields person={form} onChange={change} errors={errors} countries={countries} />
				<ClubField
					name="supportedSquadId"
					label={t("person.club")}
					hint={t("person.clubHint")}
					clubs={squads}
					value={form.supportedSquadId}
					onChange={(supportedSquadId) => change({ supportedSquadId })}
					error={errors.get("supportedSquadId")}
				/>
				<div>
					<CheckboxField
						name="terms"
						isSelected={form.terms}
						onChange={(terms) => change({ terms })}
						error={errors.get("terms")}
					>
						{t("registration.terms")}
					</CheckboxField>
					<CheckboxField
						name="sponsorOptIn"
						isSelected={form.sponsorOptIn}
						onChange={(sponsorOptIn) => change({ sponsorOptIn })}
					>
						{t("registration.sponsors")}
					</CheckboxField>
				</div>
				<div className={styles.submit}>
					<Button look="main" type="submit" isPending={isSubmitting}>
						{isSubmitting ? t("registration.sending") : t("registration.submit")}
					</Button>
				</div>
			</form>
			<TeamPreview name={form.fantasyTeamName} squadId={form.supportedSquadId} />
		</div>
	);
};
