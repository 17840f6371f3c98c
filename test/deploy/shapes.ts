import { z } from "zod";

/**
 * The parts of Kubernetes' objects (https://kubernetes.io/docs/reference/kubernetes-api) that we use, and no others: a
 * misspelt field, which a cluster would drop in silence, has no place here.
 */
const labels = z.record(z.string(), z.string());
const metadata = z.strictObject({ name: z.string(), labels: labels.optional() });
const selector = z.strictObject({ matchLabels: labels });
const kind = <Name extends string>(apiVersion: string, name: Name) => ({
  apiVersion: z.literal(apiVersion),
  kind: z.literal(name),
  metadata,
});

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.enum(["/healthz", "/readyz"]), port: z.literal("http") }),
  periodSeconds: z.int(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int(),
});

const container = z.strictObject({
  name: z.string(),
  image: z.literal("signalbox"),
  command: z.array(z.string()).optional(),
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.int() })).optional(),
  envFrom: z
    .tuple([z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })])
    .optional(),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  startupProbe: probe.optional(),
  livenessProbe: probe.optional(),
  readinessProbe: probe.optional(),
  // What the pod security standard "restricted" asks for.
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  resources: z.strictObject({
    requests: z.strictObject({ cpu: z.string(), memory: z.string() }),
    limits: z.strictObject({ memory: z.string() }),
  }),
  volumeMounts: z.array(
    z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }),
  ),
});

const pod = z.strictObject({
  metadata: z.strictObject({ labels }),
  spec: z.strictObject({
    restartPolicy: z.literal("Never").optional(),
    automountServiceAccountToken: z.literal(false),
    enableServiceLinks: z.literal(false),
    terminationGracePeriodSeconds: z.literal(15).optional(),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.literal(1000),
      runAsGroup: z.literal(1000),
      fsGroup: z.literal(1000),
      fsGroupChangePolicy: z.literal("OnRootMismatch").optional(),
      seccompProfile: z.strictObject({ type: z.literal("RuntimeDefault") }),
    }),
    topologySpreadConstraints: z
      .array(
        z.strictObject({
          maxSkew: z.int(),
          topologyKey: z.literal("kubernetes.io/hostname"),
          whenUnsatisfiable: z.enum(["ScheduleAnyway", "DoNotSchedule"]),
          labelSelector: selector,
        }),
      )
      .optional(),
    containers: z.tuple([container]),
    volumes: z.array(
      z.strictObject({
        name: z.string(),
        secret: z
          .strictObject({ secretName: z.string(), defaultMode: z.literal(0o440) })
          .optional(),
        emptyDir: z.strictObject({ sizeLimit: z.string() }).optional(),
      }),
    ),
  }),
});

const ports = z.array(z.strictObject({ protocol: z.enum(["TCP", "UDP"]), port: z.int() }));
const peer = z.union([
  z.strictObject({ namespaceSelector: selector, podSelector: selector.optional() }),
  z.strictObject({
    ipBlock: z.strictObject({ cidr: z.string(), except: z.array(z.string()).optional() }),
  }),
]);

export const manifest = z.discriminatedUnion("kind", [
  z.strictObject(kind("v1", "Namespace")),
  z.strictObject({
    ...kind("batch/v1", "Job"),
    spec: z.strictObject({
      backoffLimit: z.int(),
      activeDeadlineSeconds: z.int(),
      template: pod,
    }),
  }),
  z.strictObject({
    ...kind("apps/v1", "StatefulSet"),
    spec: z.strictObject({
      replicas: z.literal(2),
      serviceName: z.string(),
      selector,
      template: pod,
      volumeClaimTemplates: z.tuple([
        z.strictObject({
          metadata,
          spec: z.strictObject({
            accessModes: z.tuple([z.literal("ReadWriteOnce")]),
            resources: z.strictObject({ requests: z.strictObject({ storage: z.string() }) }),
          }),
        }),
      ]),
    }),
  }),
  z.strictObject({
    ...kind("policy/v1", "PodDisruptionBudget"),
    spec: z.strictObject({ maxUnavailable: z.literal(1), selector }),
  }),
  z.strictObject({
    ...kind("v1", "Service"),
    spec: z.strictObject({
      selector: labels,
      ports: z.array(
        z.strictObject({ name: z.string(), port: z.int(), targetPort: z.literal("http") }),
      ),
    }),
  }),
  z.strictObject({
    ...kind("networking.k8s.io/v1", "NetworkPolicy"),
    spec: z.strictObject({
      podSelector: selector.partial(),
      policyTypes: z.tuple([z.literal("Ingress"), z.literal("Egress")]),
      ingress: z.array(z.strictObject({ from: z.array(peer), ports })).optional(),
      egress: z.array(z.strictObject({ to: z.array(peer), ports })),
    }),
  }),
  z.strictObject({
    ...kind("monitoring.coreos.com/v1", "ServiceMonitor"),
    spec: z.strictObject({
      selector,
      endpoints: z.tuple([
        z.strictObject({
          port: z.literal("http"),
          path: z.literal("/metrics"),
          interval: z.string(),
          authorization: z.strictObject({
            credentials: z.strictObject({ name: z.string(), key: z.string() }),
          }),
        }),
      ]),
    }),
  }),
]);

export const kustomization = z.strictObject({
  apiVersion: z.literal("kustomize.config.k8s.io/v1beta1"),
  kind: z.literal("Kustomization"),
  namespace: z.string(),
  images: z.tuple([
    z.strictObject({ name: z.literal("signalbox"), newName: z.string(), newTag: z.string() }),
  ]),
  // With `includeSelectors` kustomize writes into the selector of the cluster's DNS as well.
  labels: z.tuple([z.strictObject({ pairs: labels, includeTemplates: z.literal(true) })]),
  configMapGenerator: z.tuple([
    z.strictObject({ name: z.string(), literals: z.array(z.string()) }),
  ]),
  resources: z.array(z.string()),
});
