import { FormProvider } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useStatic } from "../../../api/use-static.ts";
import { AcceptTerms } from "../../../app/accept-terms.tsx";
import type { CodeGrant } from "../../../app/session/provider-return.ts";
import type { UnregisteredIdentity } from "../../../app/session/unregistered-identity.ts";
import { useInvitedLeague } from "../../../app/session/use-invited-league.ts";
import { Button } from "../../../components/button/button.tsx";
import { CheckboxField } from "../../../components/fields/checkbox-field.tsx";
import { ClubField } from "../../../components/fields/club-field.tsx";
import { ErrorSummary } from "../../../components/fields/error-summary.tsx";
import { useField } from "../../../components/fields/form.ts";
import { TeamNameField } from "../../../components/fields/team-name-field.tsx";
import { Form } from "../../../components/form-card/form-card.tsx";
import { Ground } from "../../../components/ground/ground.tsx";
import { Guernsey } from "../../../components/guernsey/guernsey.tsx";
import { PersonFields } from "../../../components/person-fields/person-fields.tsx";
import { QueryError } from "../../../components/states/states.tsx";
import { getErrorMessage } from "../../../i18n/error-message.ts";
import { RetrySignIn } from "../retry-sign-in.tsx";
import styles from "../sign-in.module.css";
import { useRegistrationForm } from "./use-registration-form.ts";

const TeamPreview = ({ name, squadId }: { readonly name: string; readonly squadId: number | null }) => {
	const { t } = useTranslation();
	return (
		<aside className={styles.preview} aria-hidden="true">
			<Ground label={t("registration.preview")}>
				<div className={styles.runningOut}>
					<span className={styles.previewGuernsey} data-empty={squadId === null || undefined}>
						<Guernsey key={squadId} squadId={squadId ?? 0} />
					</span>
					<strong>{name.trim() || t("registration.yourTeam")}</strong>
				</div>
			</Ground>
		</aside>
	);
};

interface Props {
	readonly grant: CodeGrant;
	readonly identity: UnregisteredIdentity;
}

export const Registration = ({ grant, identity: { profile } }: Props) => {
	const { t } = useTranslation();
	const { form, problems, isCodeSpent, names, submit } = useRegistrationForm(grant);
	const { isSubmitting } = form.formState;
	const league = useInvitedLeague();
	const name = useField(form, "fantasyTeamName");
	const club = useField(form, "supportedSquadId");
	const { value: hasAccepted, ...terms } = useField(form, "terms");
	const { value: isOptedIn, ...sponsorOptIn } = useField(form, "sponsorOptIn");
	const squads = useStatic("squads");
	const countries = useStatic("countries");
	const nameError = names.status.state === "error" ? getErrorMessage(names.status.error, t) : name.error;
	return (
		<div className={styles.registration}>
			<title>{t("app.title", { page: t("registration.title") })}</title>
			<Form className={styles.card} noValidate onSubmit={submit}>
				<header className={styles.head}>
					{league === null ? null : (
						<p className={styles.league}>
							<span>{t("registration.joining")}</span> <b>{league}</b>
						</p>
					)}
					<h1>
						{profile.firstName ? t("registration.welcome", { name: profile.firstName }) : t("registration.title")}
					</h1>
					<p>{t("registration.text")}</p>
					{profile.email ? <p className={styles.signedInAs}>{t("registration.as", { email: profile.email })}</p> : null}
				</header>
				<ErrorSummary problems={problems} />
				{isCodeSpent ? <RetrySignIn /> : null}
				<TeamNameField
					value={name.value}
					onChange={(typed) => {
						name.onChange(typed);
						names.reset();
					}}
					onBlur={() => void names.check(name.value)}
					state={names.status.state}
					error={nameError}
				/>
				<FormProvider {...form}>
					<QueryError queries={[squads, countries]} />
					<PersonFields countries={countries.data ?? []} />
				</FormProvider>
				<div>
					<CheckboxField {...terms} isSelected={hasAccepted}>
						<AcceptTerms />
					</CheckboxField>
					<CheckboxField {...sponsorOptIn} isSelected={isOptedIn}>
						{t("registration.sponsors")}
					</CheckboxField>
				</div>
				<ClubField {...club} label={t("person.club")} hint={t("person.clubHint")} clubs={squads.data ?? []} />
				<div className={styles.submit}>
					<Button variant="main" type="submit" isPending={isSubmitting}>
						{isSubmitting
							? t("registration.sending")
							: t(league === null ? "registration.submit" : "registration.submitAndJoin")}
					</Button>
				</div>
			</Form>
			<TeamPreview name={name.value} squadId={club.value} />
		</div>
	);
};
