import { updateUser } from "@first-bounce/contract/calls";
import type { User } from "@first-bounce/contract/user";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCallMutation } from "../../api/use-call.ts";
import { useStatic } from "../../api/use-static.ts";
import { Button } from "../../components/button/button.tsx";
import { ClubField } from "../../components/fields/club-field.tsx";
import { focusField } from "../../components/fields/error-summary.tsx";
import { TextField } from "../../components/fields/text-field.tsx";
import { FormActions, FormCard } from "../../components/form-card/form-card.tsx";
import { readBirthday } from "../../components/person-fields/birthday.ts";
import { PersonFields } from "../../components/person-fields/person-fields.tsx";
import styles from "./my-account.module.css";
import { faultyFields, type ProfileField, type ProfileForm, profileBody, profileOf } from "./profile-problems.ts";
import { useAccount } from "./use-account.ts";

/** Who she is and which club she follows. */
export const ProfilePart = ({ user }: { readonly user: User }) => {
	const { t } = useTranslation();
	const account = useAccount();
	const update = useCallMutation(updateUser, {
		onSuccess: ({ user: changed }) => {
			account.keep(changed);
			account.done(t("account.saved"));
		},
	});
	const [form, setForm] = useState(() => profileOf(user));
	const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
	const squads = useStatic("squads").data ?? [];
	const countries = useStatic("countries").data ?? [];
	const year = new Date().getFullYear();

	const change = (part: Partial<ProfileForm>) => {
		setForm((before) => ({ ...before, ...part }));
		setErrors((before) => new Map([...before].filter(([field]) => !(field in part))));
	};
	const wordsOf = (field: ProfileField): string => {
		if (field !== "birthday") return t(`account.missing.${field}`);
		const reading = readBirthday(form.birthday, year);
		return "problem" in reading ? t(`person.problem.${reading.problem}`) : "";
	};
	const save = () => {
		const faulty = faultyFields(form, year);
		setErrors(new Map(faulty.map((field) => [field, wordsOf(field)])));
		if (faulty[0]) return focusField(faulty[0]);
		const body = profileBody(form, year);
		if (body && !update.isPending) update.mutate({ body });
	};
	return (
		<FormCard title={t("account.profile")} onSubmit={save}>
			<div className={styles.pair}>
				<TextField
					name="firstName"
					label={t("account.firstName")}
					autoComplete="given-name"
					value={form.firstName}
					onChange={(firstName) => change({ firstName })}
					error={errors.get("firstName")}
				/>
				<TextField
					name="lastName"
					label={t("account.lastName")}
					autoComplete="family-name"
					value={form.lastName}
					onChange={(lastName) => change({ lastName })}
					error={errors.get("lastName")}
				/>
			</div>
			<PersonFields person={form} onChange={change} errors={errors} countries={countries} />
			<ClubField
				name="supportedSquadId"
				label={t("person.club")}
				clubs={squads}
				value={form.supportedSquadId}
				onChange={(supportedSquadId) => change({ supportedSquadId })}
			/>
			<FormActions>
				<Button look="main" type="submit" isPending={update.isPending}>
					{t("account.save")}
				</Button>
			</FormActions>
		</FormCard>
	);
};
