/** A node of the event store: its name on the cluster's network, and its port on this machine. */
export interface Member {
  readonly name: string
  readonly port: number
}

const INSIDE = 2113

/** The settings of an EventStoreDB 23.10 or 24.10 as one of these members, without TLS. */
export function environmentOf(member: Member, members: readonly Member[]): Record<string, string> {
  const alone = {
    EVENTSTORE_CLUSTER_SIZE: String(members.length),
    EVENTSTORE_INSECURE: 'true',
    EVENTSTORE_RUN_PROJECTIONS: 'None',
    EVENTSTORE_TELEMETRY_OPTOUT: 'true',
  }
  if (members.length === 1) return alone
  const others = members.filter((one) => one !== member)
  return {
    ...alone,
    EVENTSTORE_DISCOVER_VIA_DNS: 'false',
    EVENTSTORE_GOSSIP_SEED: others.map(({ name }) => `${name}:${INSIDE}`).join(','),
    // Each node listens everywhere inside its container, and the others know it by its name.
    EVENTSTORE_NODE_IP: '0.0.0.0',
    EVENTSTORE_NODE_HOST_ADVERTISE_AS: member.name,
    EVENTSTORE_REPLICATION_IP: '0.0.0.0',
    EVENTSTORE_REPLICATION_HOST_ADVERTISE_AS: member.name,
    // Tests reach it from outside the network.
    EVENTSTORE_ADVERTISE_HOST_TO_CLIENT_AS: '127.0.0.1',
    EVENTSTORE_ADVERTISE_NODE_PORT_TO_CLIENT_AS: String(member.port),
  }
}
