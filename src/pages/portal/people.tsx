// The people of a budget, the invitations to it, and the page that an invitation opens. The link of
// an invitation is shown once.

import { DataTable, hidden } from "../ui/table.tsx";
import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import type { InviteListing, Member } from "../../budget/members.ts";
import { Portal, Secret, type PortalFrame } from "./tokens.tsx";
import { Moment } from "../ui/moment.tsx";
import { Alert, Shell } from "../ui/shell.tsx";

interface PeopleProps extends PortalFrame {
  readonly userId: number;
  readonly members: readonly Member[];
  readonly invites: readonly InviteListing[];
  /** The link of the new invitation: it is known only now. */
  readonly made: string | null;
}

/** The members and the invitations of the current budget. */
export function People({ userId, members, invites, made, ...frame }: PeopleProps) {
  const { current } = frame;
  const isOwner = current?.role === "owner";
  return (
    <Portal {...frame} title="People" part="/portal/people">
      {current === null ? null : (
        <>
          {made === null ? null : (
            <section class="made" aria-labelledby="made">
              <h2 id="made">New invitation</h2>
              <p>Send this link to one person. It works once, within seven days.</p>
              <Secret id="invitation" text={made} />
            </section>
          )}
          <MemberTable
            members={members}
            account={current.accountId}
            userId={userId}
            isOwner={isOwner}
          />
          {isOwner ? (
            <Invites invites={invites} account={current.accountId} />
          ) : (
            <p class="hint">Only an owner can invite people.</p>
          )}
        </>
      )}
    </Portal>
  );
}

function MemberTable(props: {
  readonly members: readonly Member[];
  readonly account: number;
  readonly userId: number;
  readonly isOwner: boolean;
}) {
  return (
    <DataTable
      class="keys"
      caption="People with access"
      columns={["Name", "E-mail address", "Role", "Joined", hidden("Actions")]}
    >
      {props.members.map((member) => (
        <tr>
          <th scope="row">{member.name}</th>
          <td>{member.email}</td>
          <td>{member.role}</td>
          <td data-label="joined">
            <Moment at={member.joined_at} />
          </td>
          <td>
            {member.id === props.userId ? "you" : null}
            {member.id !== props.userId && props.isOwner ? (
              <MemberActions member={member} account={props.account} />
            ) : null}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function MemberActions({ member, account }: { readonly member: Member; readonly account: number }) {
  return (
    <div class="choices">
      {member.role === "owner" ? null : (
        <ConfirmButton
          label="Make owner…"
          of={member.name}
          ask={`${member.name} will be able to invite and remove people, including you.`}
          action={`/portal/people/${account}/${member.id}/owner`}
          confirm="Make owner"
        />
      )}
      <ConfirmButton
        label="Remove…"
        of={member.name}
        ask={`${member.name} will lose access, and their developer tokens and apps stop working immediately. Everything they entered stays.`}
        action={`/portal/people/${account}/${member.id}/remove`}
        confirm="Remove from this budget"
      />
    </div>
  );
}

function Invites({
  invites,
  account,
}: {
  readonly invites: readonly InviteListing[];
  readonly account: number;
}) {
  return (
    <section aria-labelledby="invites">
      <h2 id="invites">Invitations</h2>
      <p class="hint">
        Anybody who opens the link and signs in can accept the invitation once. They can then do
        everything in this budget except invite and remove people.
      </p>
      <form class="row-form" method="post" action="/portal/invites">
        <input type="hidden" name="account" value={String(account)} />
        <button type="submit">Create invitation</button>
      </form>
      {invites.length === 0 ? null : (
        <DataTable
          class="keys"
          caption="Invitations that can be accepted"
          columns={["Invited by", "Created", "Expires", hidden("Cancel")]}
        >
          {invites.map((invite) => (
            <tr>
              <th scope="row">{invite.invited_by}</th>
              <td data-label="created">
                <Moment at={invite.created_at} />
              </td>
              <td data-label="expires">
                <Moment at={invite.expires_at} />
              </td>
              <td>
                <PostButton
                  action={`/portal/invites/${account}/${invite.id}/revoke`}
                  label="Cancel invitation"
                />
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}

interface JoinProps {
  readonly email: string;
  readonly invite: string;
  readonly budget: string;
  readonly invitedBy: string;
  readonly alert?: string | null;
}

/** Whose budget an invitation is for, and the buttons. */
export function Join({ email, invite, budget, invitedBy, alert = null }: JoinProps) {
  return (
    <Shell title="Invitation" current={null}>
      <h1>{`Invitation to “${budget}”`}</h1>
      <Alert message={alert} />
      <p>
        {`${invitedBy} invited you to this budget. If you accept, you and everybody else in it can see and change the same data. `}
        You are signed in as <strong>{email}</strong>.
      </p>
      <form method="post" action="/join">
        <input type="hidden" name="invite" value={invite} />
        <p class="actions">
          <button class="primary" type="submit">
            Accept
          </button>
          <a href="/portal">Not now</a>
        </p>
      </form>
    </Shell>
  );
}
