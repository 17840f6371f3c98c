import type { Seed, SeedUserGroup } from "../seed.ts";
import { SlackError } from "../slack-error.ts";
import { isTrue, text } from "./args.ts";
import type { Family, Method } from "./method.ts";

const list: Method = (args, { seed }) => ({
  usergroups: groupsOf(seed)
    .filter(({ isDisabled }) => !isDisabled || isTrue(args.include_disabled))
    .map((group) => ({
      ...toSlackGroup(group, seed),
      ...(isTrue(args.include_count) && { user_count: group.members.length }),
      ...(isTrue(args.include_users) && { users: group.members }),
    })),
});

const usersList: Method = (args, { seed }) => {
  const wanted = text(args, "usergroup");
  const group = groupsOf(seed).find(({ id }) => id === wanted);
  if (!group) throw new SlackError("no_such_subteam");
  return { users: group.isDisabled && !isTrue(args.include_disabled) ? [] : group.members };
};

export const usergroups: Family = {
  token: "bot",
  methods: { "usergroups.list": list, "usergroups.users.list": usersList },
};

const groupsOf = ({ userGroups = [] }: Seed): readonly SeedUserGroup[] => userGroups;

function toSlackGroup({ id, handle, name, isDisabled = false }: SeedUserGroup, { team }: Seed) {
  return {
    id,
    team_id: team.id,
    is_usergroup: true,
    is_external: false,
    name,
    handle,
    description: "",
    date_create: 0,
    date_update: 0,
    date_delete: isDisabled ? 1 : 0,
    auto_type: null,
    prefs: { channels: [], groups: [] },
  };
}
