import { updateUser } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import { FormProvider, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { useStatic } from "../../api/use-static.ts";
import { Button } from "../../components/button/button.tsx";
import { ClubField } from "../../components/fields/club-field.tsx";
import {
	FORM_OPTIONS,
	focusFirstProblem,
	listFormProblems,
	resolveForm,
	useField,
} from "../../components/fields/form.ts";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { PersonFields } from "../../components/person-fields/person-fields.tsx";
import { QueryError } from "../../components/states/states.tsx";
import styles from "./my-account.module.css";
import {
	buildProfileBody,
	buildProfileForm,
	type ProfileBody,
	type ProfileForm,
	validateProfile,
} from "./profile-problems.ts";
import { useAccountUpdates } from "./use-account-updates.ts";

/** Personal details and supported club. */
export const ProfileSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const account = useAccountUpdates();
	const squads = useStatic("squads");
	const countries = useStatic("countries");
	const update = useCallMutation(updateUser, {
		onSuccess: ({ user: changed }) => {
			account.setUser(changed);
			account.showSuccess(t("account.saved"));
		},
	});
	const form = useForm<ProfileForm, unknown, ProfileBody>({
		...FORM_OPTIONS,
		defaultValues: buildProfileForm(user),
		resolver: (values) => {
			const year = new Date().getFullYear();
			const problems = validateProfile(values, year).map(({ field, problem }) => ({
				field,
				message: problem === "missing" ? t(`account.missing.${field}`) : t(`person.problem.${problem}`),
			}));
			return resolveForm(problems, buildProfileBody(values, year));
		},
	});
	const firstName = useField(form, "firstName");
	const lastName = useField(form, "lastName");
	const club = useField(form, "supportedSquadId");
	const submit = form.handleSubmit(
		(body) => update.mutate({ body }),
		(errors) => focusFirstProblem(listFormProblems(errors)),
	);
	return (
		<FormProvider {...form}>
			<FormCard title={t("account.profile")} onSubmit={() => void submit()}>
				<div className={styles.pair}>
					<TextField {...firstName} label={t("account.firstName")} autoComplete="given-name" />
					<TextField {...lastName} label={t("account.lastName")} autoComplete="family-name" />
				</div>
				<QueryError queries={[squads, countries]} />
				<PersonFields countries={countries.data ?? []} />
				<ClubField {...club} label={t("person.club")} clubs={squads.data ?? []} />
				<FormActions>
					<Button variant="main" type="submit" isPending={update.isPending}>
						{t("account.save")}
					</Button>
				</FormActions>
			</FormCard>
		</FormProvider>
	);
};
