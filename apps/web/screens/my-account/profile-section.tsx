import { updateUser } from "@first-bounce/contract/accounts/account";
import type { User } from "@first-bounce/contract/accounts/user";
import type { BodyOf } from "@first-bounce/contract/call";
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
import { type BirthdayProblem, parseBirthday } from "../../components/person-fields/birthday.ts";
import { buildPerson, type Person, requiresState } from "../../components/person-fields/person.ts";
import { PersonFields } from "../../components/person-fields/person-fields.tsx";
import { QueryError } from "../../components/states/states.tsx";
import { showToast } from "../../components/toast/toasts.tsx";
import styles from "./my-account.module.css";
import { useSetUser } from "./use-set-user.ts";

interface ProfileForm extends Person {
	readonly firstName: string;
	readonly lastName: string;
}
type ProfileProblem =
	| { readonly field: "firstName" | "lastName" | "gender" | "country" | "state"; readonly problem: "missing" }
	| { readonly field: "birthday"; readonly problem: BirthdayProblem };
type ProfileBody = BodyOf<typeof updateUser>;

const buildProfileForm = (user: User): ProfileForm => ({
	firstName: user.firstName,
	lastName: user.lastName,
	...buildPerson(user),
});

/** The server refuses a name without a letter. */
const hasLetter = (name: string): boolean => /\p{L}/u.test(name);

/** The problems in the order of the fields. */
function validateProfile(form: ProfileForm, currentYear: number): readonly ProfileProblem[] {
	const parsed = parseBirthday(form.birthday, currentYear);
	const problems: ProfileProblem[] = [];
	if (!hasLetter(form.firstName)) problems.push({ field: "firstName", problem: "missing" });
	if (!hasLetter(form.lastName)) problems.push({ field: "lastName", problem: "missing" });
	if (requiresState(form) && form.state === null) problems.push({ field: "state", problem: "missing" });
	if (form.gender === null) problems.push({ field: "gender", problem: "missing" });
	if (form.country === null) problems.push({ field: "country", problem: "missing" });
	if ("problem" in parsed) problems.push({ field: "birthday", problem: parsed.problem });
	return problems;
}

/** The body of user/update; null if a field is invalid. */
function buildProfileBody(form: ProfileForm, currentYear: number): ProfileBody | null {
	const parsed = parseBirthday(form.birthday, currentYear);
	if ("problem" in parsed || form.gender === null) return null;
	return {
		firstName: form.firstName.trim(),
		lastName: form.lastName.trim(),
		birthday: parsed.birthday,
		gender: form.gender,
		country: form.country,
		state: requiresState(form) ? form.state : null,
		supportedSquadId: form.supportedSquadId,
	};
}

export const ProfileSection = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const setUser = useSetUser();
	const squads = useStatic("squads");
	const countries = useStatic("countries");
	const update = useCallMutation(updateUser, {
		onSuccess: ({ user: changed }) => {
			setUser(changed);
			showToast({ tone: "good", text: t("account.saved") });
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
